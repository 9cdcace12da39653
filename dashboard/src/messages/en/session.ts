export { said } from './said.ts';

export const session = {
  signIn: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgotten your password? An owner of your company can invite you again.',
  code: 'Code from your authenticator app',
  codeHint: 'Six digits; they change every 30 seconds.',
  codeTitle: 'Two-factor sign-in',
  submitCode: 'Continue',
  otherAccount: 'Use another account',
  ended: 'Your session has ended; sign in again.',
  errors: {
    LOGIN_FAILED: 'Email or password is wrong.',
    TOTP_WRONG: 'This code is not right. Use the newest one.',
    RATE_LIMITED: 'Too many tries. Wait a few minutes and try again.',
  },
  invitation: {
    title: (company: string) => `Join ${company}`,
    text: (role: string) => `You are invited as ${role}. Choose a password to begin.`,
    expires: (time: string) => `This invitation is valid until ${time}.`,
    password: 'New password',
    passwordHint: 'At least 12 characters. Several words are easier to remember than symbols.',
    submit: 'Join and sign in',
    failed: 'This did not work',
    gone: 'This invitation is no longer valid',
    goneText: 'It was used, withdrawn or has expired. Ask the person who invited you for a new one.',
    toLogin: 'To sign-in',
  },
};
