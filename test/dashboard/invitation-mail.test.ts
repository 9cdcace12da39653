import { expect, test } from 'vitest';
import { signIn } from '../support/dashboard.ts';
import { startMailServer } from '../support/mail-server.ts';
import { startTestService } from '../support/service.ts';

test('an invitation is mailed to the invited person', async () => {
  const mail = await startMailServer();
  const mailing = await startTestService({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
  try {
    const client = await signIn(mailing, { role: 'owner' });
    const { body } = await client.post('/team/invitations', {
      email: 'ana@company.example',
      role: 'viewer',
    });
    expect(body.was_mailed).toBe(true);
    expect(mail.text()).toContain('RCPT TO:<ana@company.example>');
    // Long lines are folded with "=" at their end.
    const unfolded = mail.text().replaceAll('=\r\n', '');
    expect(unfolded).toContain(body.url);
  } finally {
    await mailing.stop();
    mail.stop();
  }
});

test('mail that cannot be sent leaves the invitation standing', async () => {
  const mailing = await startTestService({ SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    const client = await signIn(mailing, { role: 'owner' });
    const answer = await client.post('/team/invitations', { email: 'ana@company.example', role: 'viewer' });
    expect([answer.status, answer.body.was_mailed]).toEqual([200, false]);
    const warning = mailing.logLines.find((line) => line.includes('could not be mailed'));
    expect(warning).toBeDefined();
    expect(warning).not.toContain(answer.body.url);
  } finally {
    await mailing.stop();
  }
});
