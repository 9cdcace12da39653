import { createContext, runInContext } from 'node:vm';
import { maskCardNumbers } from '../src/rules/card-number.ts';
import { collectRegExps } from './regexps/collect-regexps.ts';
import { pumpTexts } from './regexps/pump-texts.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import type { Target } from './support/target.ts';

const CPU_MS_MAX = 100;
const STOP_AFTER_MS = 5000;

/** Every regular expression of service and pages, on long texts made to keep it busy. */
export const regexps: Attack = {
  defence: `each answers 16 KiB within ${CPU_MS_MAX} ms of CPU`,
  tries: 100_000,
  run: pumpAll,
};

async function pumpAll(_target: Target, { seed, tries }: Plan): Promise<Outcome> {
  const found = await collectRegExps();
  const triesEach = Math.ceil(tries / found.length);
  const breaches: string[] = [];
  let made = 0;
  let slowestMs = 0;
  for (const { where, source, flags } of found) {
    const expression = new RegExp(source, flags);
    for (const text of pumpTexts(expression, seed, triesEach)) {
      const tookMs = measure(() => search(expression, text));
      made += 1;
      slowestMs = Math.max(slowestMs, tookMs);
      if (tookMs > CPU_MS_MAX) {
        breaches.push(
          `/${source}/${flags} of ${where} took ${Math.round(tookMs)} ms for ${text.slice(0, 40)}…`,
        );
        break;
      }
    }
  }
  breaches.push(...pumpMasking(seed, triesEach));
  const figure = `${found.length} expressions, the slowest ${slowestMs.toFixed(1)} ms`;
  return { tries: made, breaches, figure };
}

/** Masking searches again and again, so it is tried as a whole. */
function pumpMasking(seed: number, tries: number): string[] {
  const texts = pumpTexts(/\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}/, seed, tries);
  const slow = texts.filter((text) => measure(() => maskCardNumbers(text)) > CPU_MS_MAX);
  return slow.map((text) => `masking takes too long for ${text.slice(0, 40)}…`);
}

const context = createContext({ expression: /a/, text: '' });

/** In a context that can be stopped: an expression that never ends would stop the attack itself. */
function search(expression: RegExp, text: string): void {
  Object.assign(context, { expression, text });
  runInContext('expression.lastIndex = 0; expression.test(text)', context, { timeout: STOP_AFTER_MS });
}

function measure(work: () => void): number {
  const before = process.cpuUsage();
  try {
    work();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw error;
  }
  return process.cpuUsage(before).user / 1000;
}
