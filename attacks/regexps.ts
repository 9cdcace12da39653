import { createContext, runInContext } from 'node:vm';
import { maskCardNumbers } from '../src/rules/card-number.ts';
import { collectRegExps } from './regexps/collect-regexps.ts';
import { pumpTexts } from './regexps/pump-texts.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import type { Target } from './support/target.ts';

const CPU_MS_MAX = 100;
const STOP_AFTER_MS = 20_000;

/** Every regular expression of service and pages, on long texts made to keep it busy. */
export const regexps: Attack = {
  defence: `each answers 16 KiB within ${CPU_MS_MAX} ms of CPU`,
  tries: 100_000,
  run: pumpAll,
};

async function pumpAll(_target: Target, { seed, tries }: Plan): Promise<Outcome> {
  const found = await collectRegExps();
  const triesEach = Math.ceil(tries / found.length);
  const breaches = pumpMasking(seed, triesEach);
  let made = 0;
  let slowestMs = 0;
  for (const { where, source, flags } of found) {
    const expression = new RegExp(source, flags);
    const texts = pumpTexts(expression, seed, triesEach);
    const { text, tookMs } = findSlowest(expression, texts);
    made += texts.length;
    slowestMs = Math.max(slowestMs, tookMs);
    if (tookMs > CPU_MS_MAX)
      breaches.push(`${where}: ${String(expression)} takes too long for ${text.slice(0, 40)}…`);
  }
  const figure = `${found.length} expressions, the slowest ${slowestMs.toFixed(1)} ms`;
  return { tries: made, breaches, figure };
}

/** Masking searches again and again, so it is tried as a whole. */
function pumpMasking(seed: number, tries: number): string[] {
  const texts = pumpTexts(/\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{1,7}/, seed, tries);
  const slow = texts.filter((text) => measure(() => maskCardNumbers(text)) > CPU_MS_MAX);
  return slow.map((text) => `masking takes too long for ${text.slice(0, 40)}…`);
}

const SEARCH_ALL =
  'for (const text of texts) { expression.lastIndex = 0; note(text, () => expression.test(text)); }';

/** In a context that can be stopped: an expression that never ends would stop the attack itself. */
function findSlowest(expression: RegExp, texts: readonly string[]): { text: string; tookMs: number } {
  let slowest = { text: texts[0] ?? '', tookMs: 0 };
  const note = (text: string, search: () => void): void => {
    const tookMs = measure(search);
    if (tookMs > slowest.tookMs) slowest = { text, tookMs };
  };
  try {
    runInContext(SEARCH_ALL, createContext({ expression, texts, note }), { timeout: STOP_AFTER_MS });
    return slowest;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      return { ...slowest, tookMs: STOP_AFTER_MS };
    }
    throw error;
  }
}

function measure(work: () => void): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
