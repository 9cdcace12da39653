/** Answers each question once, for as long as there are few; when there are many, it begins anew. */
export function remember<Answer>(
  answer: (question: string) => Answer,
  answersMax: number,
): (question: string) => Answer {
  const answers = new Map<string, Answer>();
  return (question) => {
    const known = answers.get(question);
    if (known !== undefined) return known;
    const fresh = answer(question);
    if (answers.size >= answersMax) answers.clear();
    answers.set(question, fresh);
    return fresh;
  };
}
