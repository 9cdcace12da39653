import { expect, test } from 'vitest';
import { remember } from '../../src/sending/remember.ts';

test('a question is answered once, until there are more answers than may be kept', () => {
  const asked: string[] = [];
  const ask = remember((question) => {
    asked.push(question);
    return question.toUpperCase();
  }, 2);
  expect(['a', 'a', 'b', 'a', 'c', 'a'].map(ask)).toEqual(['A', 'A', 'B', 'A', 'C', 'A']);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});
