import { Secret, TOTP } from 'otpauth';

const STEP_SECONDS = 30;
/** One step either way: clocks of phones differ, and typing takes a moment. */
const STEPS_AROUND = 1;
const ISSUER = 'Chargeback Alert Service';

/** 160 random bits, as RFC 4226 recommends. */
export function createTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: 20 }).bytes);
}

/** What a person types in, and what a QR code holds. */
export function describeTotp(secret: Buffer, email: string): { secret: string; uri: string } {
  const totp = totpOf(secret, email);
  return { secret: totp.secret.base32, uri: totp.toString() };
}

/** The time step that the code belongs to, or undefined when it matches none around this moment. */
export function findTotpStep(secret: Buffer, code: string, now: Date): number | undefined {
  const delta = totpOf(secret, '').validate({ token: code, timestamp: now.getTime(), window: STEPS_AROUND });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

function totpOf(secret: Buffer, label: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  });
}
