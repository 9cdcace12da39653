import { expect, test } from 'vitest';
import { writeMoment } from '../../src/store/write-moment.ts';

test.for([
  '2026-11-02 12:00:00',
  '2026-11-02 12:00:00.5',
  '2026-11-02 12:00:00.04',
  '2026-11-02 23:59:59.999999',
  '2027-01-01 00:00:00.000001',
])('a moment is told as a Date tells it: %s', (text) => {
  expect(writeMoment(text)).toBe(new Date(`${text}+00`).toISOString());
});
