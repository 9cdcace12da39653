import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** The inviter waits for it, and is answered within the time a request may take. */
const MAIL_WITHIN_MS = 6000;
const STEP_WITHIN_MS = 4000;

export interface MailParts {
  readonly publicUrl: string;
  /** Undefined when no mail server is set up. */
  readonly smtpUrl: string | undefined;
  readonly log: FastifyBaseLogger;
}

export interface InvitationMail {
  readonly email: string;
  readonly url: string;
  readonly companyName: string;
  readonly expiresAt: Date;
}

/** True when the mail server took it. The link works either way: the inviter can pass it on. */
export async function mailInvitation(parts: MailParts, mail: InvitationMail): Promise<boolean> {
  if (parts.smtpUrl === undefined) return false;
  try {
    await Promise.race([send(parts.smtpUrl, parts.publicUrl, mail), giveUp()]);
    return true;
  } catch (error) {
    parts.log.warn({ err: error }, 'an invitation could not be mailed; its link still works');
    return false;
  }
}

async function send(smtpUrl: string, publicUrl: string, mail: InvitationMail): Promise<void> {
  // Most installations never mail, and need not load it.
  const { createTransport } = await import('nodemailer');
  const server = new URL(smtpUrl);
  const transport = createTransport({
    host: server.hostname,
    secure: server.protocol === 'smtps:',
    ...(server.port === '' ? {} : { port: Number(server.port) }),
    ...(server.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(server.username), pass: decodeURIComponent(server.password) } }),
    connectionTimeout: STEP_WITHIN_MS,
    greetingTimeout: STEP_WITHIN_MS,
    socketTimeout: STEP_WITHIN_MS,
  });
  try {
    await transport.sendMail({
      from: { name: 'Chargeback Alert Service', address: senderAddress(server, publicUrl) },
      to: { name: '', address: mail.email },
      subject: `${mail.companyName}: invitation to the chargeback alerts dashboard`,
      text: renderText(mail),
    });
  } finally {
    transport.close();
  }
}

async function giveUp(): Promise<never> {
  await pause(MAIL_WITHIN_MS, undefined, { ref: false });
  throw new Error(`The mail server did not take the mail within ${MAIL_WITHIN_MS} ms`);
}

/** The account that signs in to the mail server, where it is an address: most servers take no other. */
function senderAddress({ username }: URL, publicUrl: string): string {
  const user = decodeURIComponent(username);
  return user.includes('@') ? user : `no-reply@${new URL(publicUrl).hostname}`;
}

function renderText({ companyName, url, expiresAt }: InvitationMail): string {
  const until = expiresAt.toISOString().slice(0, 10);
  return [
    `You are invited to the chargeback alerts of ${companyName}.`,
    `Choose a password here; the link works once, until ${until}:`,
    url,
    '',
    `Você foi convidado para os alertas de chargeback de ${companyName}.`,
    `Escolha uma senha aqui; o link funciona uma vez, até ${until}:`,
    url,
  ].join('\n');
}
