const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;

/** What guessers try first among those that are long enough. */
const COMMON: ReadonlySet<string> = new Set([
  '123456789012',
  '1234567890123',
  '12345678901234',
  '123456789abc',
  '123456123456',
  '123123123123',
  '121212121212',
  '098765432109',
  'qwertyuiop12',
  'qwertyuiop123',
  'qwertyuiopas',
  'qwertyuiopasdfghjkl',
  'qwerty123456',
  '1q2w3e4r5t6y',
  '1qaz2wsx3edc',
  'asdfghjklzxc',
  'abcdefghijkl',
  'abcdefghijklmnopqrstuvwxyz',
  'passwordpassword',
  'password1234',
  'password12345',
  'password123456',
  'mypassword123',
  'administrator',
  'administrador',
  'letmeinletmein',
  'iloveyou1234',
  'changemechangeme',
  'changeme1234',
  'senhasenhasenha',
  'minhasenha123',
  'senha1234567',
  'senha12345678',
  'mudarsenha123',
  'flamengo1234',
  'corinthians1',
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
/** So many letters must be the password's own once those words are taken out of it. */
const OWN_LETTERS_MIN = 4;

/** What is wrong with a password that somebody chose, in words for that person; undefined when nothing is. */
export function findPasswordProblem(password: string, email: string): string | undefined {
  // Code points, so that a letter outside the usual plane counts as one.
  const { length } = Array.from(password);
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    return `The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters; this one has ${length}.`;
  }
  const plain = password.trim().toLowerCase();
  const name = email.toLowerCase();
  if (plain === name || plain === name.split('@')[0]) {
    return 'The password must not be the email address. Choose another one.';
  }
  if (COMMON.has(plain) || new Set(plain).size <= 2 || isMadeOfContext(plain, name)) {
    return 'This password is among the first that others would try. Choose another one.';
  }
  return undefined;
}

function isMadeOfContext(plain: string, email: string): boolean {
  const ofAddress = email.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= CONTEXT_WORD_LENGTH_MIN);
  const longestFirst = [...ofAddress, ...CONTEXT_WORDS].toSorted((one, other) => other.length - one.length);
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ' '), plain);
  return rest !== plain && rest.replaceAll(/\P{L}/gu, '').length < OWN_LETTERS_MIN;
}
