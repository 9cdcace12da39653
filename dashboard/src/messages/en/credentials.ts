import { createPlural } from '../plural.ts';

const plural = createPlural('en');

export const credentials = {
  title: 'Credentials',
  description: 'With these your application calls the API: client id and client secret as HTTP Basic.',
  create: 'Create credentials',
  label: 'Credentials of your company',
  clientId: 'Client id',
  created: 'Created',
  lastUsed: 'Last used',
  legacy: 'Legacy calls, 30 days',
  state: 'State',
  active: 'Active',
  revoked: 'Revoked',
  neverUsed: 'Never used',
  aliases: { lookup: 'lookup', status_update: 'status update' },
  calls: (count: number) => plural(count, { one: 'call', other: 'calls' }),
  legacyTitle: 'Your application still calls the legacy aliases',
  legacyText:
    'They go away once nobody calls them. Use the endpoints under /api/v1 instead; the answers differ, see the API reference.',
  docs: 'API reference',
  revoke: 'Revoke',
  actionsOf: (id: string) => `Actions for ${id}`,
  empty: 'No credentials yet',
  emptyText: 'Create some; your application can then read alerts and answer them.',
  createDialog: {
    title: 'Create credentials?',
    text: 'The secret is shown once, right afterwards. Have a safe place for it ready.',
    submit: 'Create',
  },
  shown: {
    title: 'Credentials created',
    text: 'Copy the secret now: it is not shown again.',
    clientId: 'Client id',
    clientSecret: 'Client secret',
    tryIt: 'Try it',
    done: 'I have stored it',
  },
  revokeDialog: {
    title: 'Revoke these credentials?',
    text: 'Calls with them are refused within a second. This cannot be undone.',
    stillUsed: (time: string) => `They were last used ${time}.`,
    submit: 'Revoke',
  },
  revokedToast: 'The credentials are revoked.',
};
