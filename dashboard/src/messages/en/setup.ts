export const setup = {
  title: 'Set up your company',
  description: 'Five steps from nothing to the first alert.',
  progress: (done: string, total: string) => `${done} of ${total} done`,
  done: 'Done',
  open: 'Open',
  steps: {
    has_enrollment: 'A merchant is enrolled with a provider',
    has_credentials: 'Create API credentials',
    has_endpoint: 'Add a webhook endpoint',
    has_delivery: 'Send a test event to it',
    has_alert: 'Receive the first alert',
  },
  hints: {
    has_enrollment: 'The operator of the service does this for you.',
    has_credentials: 'Your application signs in with them.',
    has_endpoint: 'Where your application hears of new alerts.',
    has_delivery: 'Proves that your application is reached and answers.',
    has_alert: 'It appears here by itself.',
  },
  actions: {
    has_credentials: 'Credentials',
    has_endpoint: 'Webhooks',
    has_delivery: 'Send test event',
  },
  noneYet: {
    title: 'All set; no alerts yet',
    text: 'The first one appears here by itself, and goes to your webhook endpoint at the same time.',
  },
};
