import { expect, test } from 'vitest';
import { ReplyFrames } from '../../src/store/connection/reply-frames.ts';

function message(type: string, body = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(5);
  header.write(type, 'latin1');
  header.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([header, body]);
}

test('an error before anything else is a refusal', () => {
  const frames = new ReplyFrames();
  frames.take(message('E', Buffer.from('the database is starting up\0')));
  expect(frames.isRefusal).toBe(true);
});

test('an error that ends a sound connection is no refusal', () => {
  const frames = new ReplyFrames();
  frames.take(Buffer.concat([message('R'), message('Z', Buffer.from('I')), message('E')]));
  expect(frames.isRefusal).toBe(false);
});
