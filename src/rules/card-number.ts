const DIGITS_KEPT_IN_FRONT = 6;
const DIGITS_KEPT_AT_END = 4;
const DIGITS_MIN = 13;

/** A run of 13 to 19 digits, or the groups in which card numbers are printed (4-4-4-4 and 4-6-5). */
const CARD_NUMBER_CANDIDATE =
  /(?<!\d)(?:\d{13,19}|\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -])\d{6}\2\d{4,5})(?!\d)/g;

/** Hides card numbers in text that comes from outside, so that none is ever stored or logged. */
export function maskCardNumbers(text: string): string {
  // Only to save the search: what is shorter cannot hold one.
  if (text.length < DIGITS_MIN) return text;
  const masked = maskCandidates(text);
  // The last four digits of a masked number may begin another one; each round leaves fewer digits, so this ends.
  return masked === text ? text : maskCardNumbers(masked);
}

function maskCandidates(text: string): string {
  const candidates = new RegExp(CARD_NUMBER_CANDIDATE);
  let masked = '';
  let copiedTo = 0;
  for (let found = candidates.exec(text); found !== null; found = candidates.exec(text)) {
    const digits = found[0].replace(/\D/g, '');
    if (passesLuhnCheck(digits)) {
      masked += text.slice(copiedTo, found.index) + maskDigits(digits);
      copiedTo = candidates.lastIndex;
    } else {
      // The groups of a card number may follow a group that is not part of it.
      candidates.lastIndex = found.index + 1;
    }
  }
  return masked + text.slice(copiedTo);
}

export function passesLuhnCheck(digits: string): boolean {
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - fromEnd) - 48;
    const doubled = digit * 2;
    sum += fromEnd % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** D30: BINs of 15-digit cards are kept to 6 digits, since 8 with the last 4 would leave too little hidden. */
export function truncateCardBin(cardBin: string): string {
  return /^3[47]/.test(cardBin) ? cardBin.slice(0, DIGITS_KEPT_IN_FRONT) : cardBin;
}

/**
 * Whether an identifier is this very alert's card number. Identifiers are keys that both sides use, so they are
 * not masked; one that begins with the alert's BIN, ends with its last four and passes the check is not an identifier.
 */
export function revealsCardNumber(identifier: string, cardBin: string, cardLast4: string): boolean {
  for (const [run] of identifier.matchAll(/\d{13,19}/g)) {
    if (run.startsWith(cardBin) && run.endsWith(cardLast4) && passesLuhnCheck(run)) return true;
  }
  return false;
}

function maskDigits(digits: string): string {
  const hidden = digits.length - DIGITS_KEPT_IN_FRONT - DIGITS_KEPT_AT_END;
  return digits.slice(0, DIGITS_KEPT_IN_FRONT) + '*'.repeat(hidden) + digits.slice(-DIGITS_KEPT_AT_END);
}
