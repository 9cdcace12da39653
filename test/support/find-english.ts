import type { Page } from 'playwright-core';
import { REFUSALS } from '../../src/rules/refusals.ts';

/** Words that no Brazilian text has. */
const ENGLISH =
  /\b(?:the|and|your|with|this|these|not|are|was|has|have|all|any|answer(?:ed)?|alerts|deliver(?:y|ies|ed)|password|signed|search|company|companies|merchants?|pending|expired|owner|analyst|viewer|found|loading|cancel|close|save|remove|received|amount|reason|failed|retry|next|previous|upload|select(?:ed)?|filters?|until|left|role|team|created|never|waiting|paused|undefined|null|NaN)\b|\[object/i;
/** Quoted or technical text: payloads, identifiers, addresses. */
const LITERAL = 'pre, code, .font-mono, [lang="en"], [translate="no"]';

/** Every text that a person sees or hears on the page, without what is quoted. */
const READ_TEXTS = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent !== null && parent.closest('script, style, noscript, ${LITERAL.replaceAll("'", "\\'")}') === null) texts.push(node.data.trim());
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]')) {
    if (element.closest('${LITERAL}') !== null) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) texts.push(element.getAttribute(name) ?? '');
  }
  return [document.title, ...texts].filter((text) => text !== '');
})()`;

/** People's addresses, and the API's own words, which the pages quote as they are. */
const QUOTED = new RegExp(
  ['\\S+@\\S+', ...Object.values(REFUSALS).map(({ message }) => RegExp.escape(message))].join('|'),
  'g',
);

/** What the page says in English. */
export async function findEnglish(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(READ_TEXTS);
  return texts.filter((text) => ENGLISH.test(text.replaceAll(QUOTED, '')));
}
