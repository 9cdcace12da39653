import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecretBox } from '../../src/signing/secret-box.ts';

const box = createSecretBox('a key of the installation');

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
    expect(() => createSecretBox('a key of another installation').open(sealed)).toThrow();
  });

  test('is not opened when any single byte was changed', () => {
    const sealed = box.seal(Buffer.from('secret'));
    for (const position of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8((changed[position] ?? 0) ^ 1, position);
      expect(() => box.open(changed), `byte ${position}`).toThrow();
    }
  });

  test('is not opened when it was cut short, down to nothing', () => {
    const sealed = box.seal(Buffer.from('secret'));
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => box.open(sealed.subarray(0, length)), `${length} bytes`).toThrow();
    }
  });
});
