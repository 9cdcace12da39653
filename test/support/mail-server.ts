import { once } from 'node:events';
import { createServer } from 'node:net';

export interface MailServer {
  readonly port: number;
  /** Everything that clients said. */
  readonly text: () => string;
  readonly stop: () => void;
}

/** A mail server that takes one mail and keeps what it was told. */
export async function startMailServer(): Promise<MailServer> {
  let text = '';
  const server = createServer((socket) => {
    let inBody = false;
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      text += chunk.toString();
      const said = chunk.toString();
      if (inBody) {
        if (!text.includes('\r\n.\r\n')) return;
        inBody = false;
        socket.write('250 kept\r\n');
      } else if (said.startsWith('DATA')) {
        inBody = true;
        socket.write('354 go on\r\n');
      } else if (said.startsWith('QUIT')) socket.end('221 bye\r\n');
      else socket.write('250 fine\r\n');
    });
    socket.on('error', () => {});
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, text: () => text, stop: () => void server.close() };
}
