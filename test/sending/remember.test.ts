import { expect, test, vi } from 'vitest';
import { remember } from '../../src/sending/remember.ts';

test('a question is answered once, until there are more answers than may be kept', () => {
  const answer = vi.fn((question: string) => question.toUpperCase());
  const ask = remember(answer, 2);
  expect(['a', 'a', 'b', 'a', 'c', 'a'].map(ask)).toEqual(['A', 'A', 'B', 'A', 'C', 'A']);
  expect(answer.mock.calls.flat()).toEqual(['a', 'b', 'c', 'a']);
});
