/** Answers each question once and remembers the answer; when there are too many, it forgets them all. */
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
