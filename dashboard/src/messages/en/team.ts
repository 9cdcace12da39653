import { createPlural } from '../plural.ts';

const plural = createPlural('en');
const people = (count: number): string => plural(count, { one: 'person has', other: 'people have' });

export const team = {
  title: 'Team',
  description: 'Who works for your company here, and what each may do.',
  invite: 'Invite',
  members: 'Members',
  membersLabel: 'Members of the team',
  email: 'Email',
  role: 'Role',
  totp: 'Two-factor',
  totpOn: 'On',
  totpOff: 'Off',
  lastSeen: 'Last seen',
  joined: 'Joined',
  you: 'You',
  actionsOf: (email: string) => `Actions for ${email}`,
  changeRole: 'Change role …',
  resetTotp: 'Reset two-factor …',
  remove: 'Remove …',
  ownRole: 'Nobody changes their own role.',
  ownRemoval: 'Nobody removes themselves.',
  noTotp: 'Has no two-factor sign-in.',
  ownTotp: 'Change your own on the account page.',
  roleHints: {
    owner: 'Everything: alerts, webhooks, credentials, team and audit log.',
    analyst: 'Answers alerts, uploads files and resends deliveries.',
    viewer: 'Reads, and changes nothing.',
  },
  invitations: {
    title: 'Open invitations',
    label: 'Open invitations',
    by: 'Invited by',
    expires: 'Valid until',
    none: 'Nobody is invited at the moment.',
    revoke: 'Withdraw',
    revokeOf: (email: string) => `Withdraw the invitation of ${email}`,
    revoked: 'The invitation is withdrawn; its link works no longer.',
  },
  inviteDialog: {
    title: 'Invite somebody',
    email: 'Email',
    role: 'Role',
    submit: 'Invite',
  },
  invited: {
    title: 'Invitation made',
    mailed: (email: string) =>
      `A mail with the link is on its way to ${email}. You can also send the link yourself.`,
    notMailed: (email: string) => `Send this link to ${email}. It is not shown again.`,
    link: 'Invitation link',
    expires: (time: string) => `It works once, until ${time}.`,
    done: 'Done',
  },
  roleDialog: {
    title: (email: string) => `Role of ${email}`,
    submit: 'Change role',
    changed: 'The role is changed.',
  },
  removeDialog: {
    title: 'Remove this person?',
    text: (email: string) =>
      `${email} is signed out everywhere at once and can no longer sign in. What they did stays in the history.`,
    submit: 'Remove',
    done: 'The person is removed.',
  },
  resetDialog: {
    title: 'Reset two-factor sign-in?',
    text: (email: string) =>
      `${email} can then sign in with the password alone until two-factor is set up again. Make sure it is really them who asks.`,
    submit: 'Reset',
    done: 'Two-factor sign-in is reset.',
  },
  policy: {
    title: 'Sign-in',
    label: 'Require two-factor sign-in for everybody',
    hint: 'Who has none yet can only open the account page until it is set up.',
    ownFirst: 'Set it up for your own account first.',
    toAccount: 'To the account page',
    onTitle: 'Require two-factor sign-in?',
    onText: (without: number) =>
      without === 0
        ? 'Everybody has it already, so nobody is interrupted.'
        : `${people(without)} none yet and must set it up before going on.`,
    onSubmit: 'Require it',
    offTitle: 'No longer require two-factor sign-in?',
    offText: 'Everybody may then switch it off for themselves.',
    offSubmit: 'No longer require it',
  },
};
