import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretBox, type SecretBox } from '../../src/signing/secret-box.ts';

const box = createSecretBox('a key of the installation');

/** Whether anything at all comes out of it. */
function opens(by: SecretBox, sealed: Buffer): boolean {
  try {
    by.open(sealed);
    return true;
  } catch {
    return false;
  }
}

describe('what is stored encrypted', () => {
  test('comes back as it was', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const plaintext = Buffer.from(bytes);
        expect(box.open(box.seal(plaintext)).equals(plaintext)).toBe(true);
      }),
    );
  });

  test('does not show what it is, and never looks the same twice', () => {
    const plaintext = Buffer.from('whsec_the secret of a webhook endpoint');
    const sealed = box.seal(plaintext);
    expect(sealed.includes(plaintext)).toBe(false);
    expect(sealed.equals(box.seal(plaintext))).toBe(false);
  });

  test('is opened by another box of the same key, as after a restart', () => {
    const sealed = box.seal(Buffer.from('secret'));
    expect(createSecretBox('a key of the installation').open(sealed).toString()).toBe('secret');
  });

  test('is not opened with another key', () => {
    const sealed = box.seal(Buffer.from('secret'));
    expect(opens(createSecretBox('a key of another installation'), sealed)).toBe(false);
  });

  test('is not opened when any single byte was changed', () => {
    const sealed = box.seal(Buffer.from('secret'));
    for (const position of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed[position] ?? 0) ^ 1, position);
      expect([position, opens(box, changed)]).toEqual([position, false]);
    }
  });

  test('is not opened when it was cut short, down to nothing', () => {
    const sealed = box.seal(Buffer.from('secret'));
    for (let length = 0; length < sealed.length; length += 1) {
      expect([length, opens(box, sealed.subarray(0, length))]).toEqual([length, false]);
    }
  });
});
