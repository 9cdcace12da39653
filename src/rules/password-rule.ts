const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;

/** What guessers here try first and lists from elsewhere lack. */
const COMMON_HERE: ReadonlySet<string> = new Set([
  '098765432109',
  'abcdefghijklmnopqrstuvwxyz',
  'administrador',
  'changemechangeme',
  'changeme1234',
  'minhasenha123',
  'mudarsenha123',
  'flamengo1234',
]);

/** What anybody here would think of first; the parts of the person's own address, and so the company's name, come on top. */
const CONTEXT_WORDS = [
  'chargeback',
  'alert',
  'alerta',
  'dashboard',
  'company',
  'empresa',
  'password',
  'senha',
  'admin',
];
const CONTEXT_WORD_LENGTH_MIN = 4;
/** This many letters must be left once those words are taken out of the password. */
const OWN_LETTERS_MIN = 4;

export interface PasswordContext {
  readonly email: string;
  /** Whether it is on the list of passwords common in leaks. */
  readonly isCommon: boolean;
}

/** What is wrong with a password that somebody chose, in words for that person; undefined when nothing is. */
export function findPasswordProblem(
  password: string,
  { email, isCommon }: PasswordContext,
): string | undefined {
  // Code points, so that a letter outside the usual plane counts as one.
  const { length } = Array.from(password);
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    return `The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters; this one has ${length}.`;
  }
  const plain = plainPassword(password);
  const name = email.toLowerCase();
  if (plain === name || plain === name.split('@')[0]) {
    return 'The password must not be the email address. Choose another.';
  }
  if (isCommon || COMMON_HERE.has(plain) || new Set(plain).size <= 2 || isMadeOfContext(plain, name)) {
    return 'This password is among the first that others would try. Choose another.';
  }
  return undefined;
}

/** As a guesser tries it: capitals and surrounding spaces make no difference. */
export function plainPassword(password: string): string {
  return password.trim().toLowerCase();
}

function isMadeOfContext(plain: string, email: string): boolean {
  const ofAddress = email.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= CONTEXT_WORD_LENGTH_MIN);
  const longestFirst = [...ofAddress, ...CONTEXT_WORDS].toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), plain);
  return rest !== plain && rest.replaceAll(/\P{L}/gu, '').length < OWN_LETTERS_MIN;
}
