import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const OBJECT_ID = 0x06;
const UTF8_STRING = 0x0c;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;
const IP_ADDRESS = 0x87;

const ECDSA_WITH_SHA256 = sequence(tagged(OBJECT_ID, Buffer.from('2a8648ce3d040302', 'hex')));
const COMMON_NAME = tagged(OBJECT_ID, Buffer.from('550403', 'hex'));
const SUBJECT_ALTERNATIVE_NAME = tagged(OBJECT_ID, Buffer.from('551d11', 'hex'));

export interface KeyAndCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A certificate that signs itself, written out in DER because Node.js makes keys but no certificates. */
export function makeSelfSigned({
  hostname = 'hooks.example',
  validUntil = new Date(Date.now() + 3_600_000),
}: { readonly hostname?: string; readonly validUntil?: Date } = {}): KeyAndCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(tagged(SET, sequence(COMMON_NAME, tagged(UTF8_STRING, Buffer.from(hostname)))));
  const names = sequence(
    tagged(DNS_NAME, Buffer.from(hostname)),
    tagged(IP_ADDRESS, Buffer.from([127, 0, 0, 1])),
  );
  const unsigned = sequence(
    tagged(VERSION, tagged(INTEGER, Buffer.from([2]))),
    tagged(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(Date.now() - 7_200_000)), time(validUntil)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(EXTENSIONS, sequence(sequence(SUBJECT_ALTERNATIVE_NAME, tagged(OCTET_STRING, names)))),
  );
  const certificate = sequence(unsigned, ECDSA_WITH_SHA256, bitString(sign('sha256', unsigned, privateKey)));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

function tagged(tag: number, ...contents: Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(content.length)]), content]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function sequence(...contents: Buffer[]): Buffer {
  return tagged(SEQUENCE, ...contents);
}

function bitString(content: Buffer): Buffer {
  return tagged(BIT_STRING, Buffer.from([0]), content);
}

function time(at: Date): Buffer {
  return tagged(GENERALIZED_TIME, Buffer.from(`${at.toISOString().replaceAll(/[-:T]|\..*/g, '')}Z`));
}
