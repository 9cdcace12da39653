import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from './random.ts';

/**
 * What the network does: bytes are late; some connections go silent for good; some break in the middle of a message; all
 * go silent without ending; nobody is there.
 */
export const WEATHERS = ['fair', 'delay', 'drop', 'cut', 'half-open', 'away'] as const;
export type Weather = (typeof WEATHERS)[number];

const DELAY_MS_MAX = 300;
const SILENT_SHARE = 0.1;
const CUT_SHARE = 0.05;

/** A TCP proxy whose weather the run decides and whose every single fault comes from the seed. */
export class FaultProxy {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #random: Random;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #weather: Weather = 'fair';
  #port = 0;
  faults = 0;

  private constructor(targetUrl: string, random: Random) {
    const { hostname, port } = new URL(targetUrl);
    this.#target = { host: hostname, port: Number(port) };
    this.#random = random;
    this.#server = createServer((client) => this.#serve(client));
  }

  static async start(targetUrl: string, random: Random): Promise<FaultProxy> {
    const proxy = new FaultProxy(targetUrl, random);
    await proxy.#listen(0);
    proxy.#port = (proxy.#server.address() as AddressInfo).port;
    return proxy;
  }

  /** The same address by way of the proxy. */
  through(targetUrl: string): string {
    const url = new URL(targetUrl);
    url.hostname = '127.0.0.1';
    url.port = String(this.#port);
    return url.href;
  }

  /** Connections that went silent end when it is fair again, as when a firewall forgets them. */
  async become(weather: Weather): Promise<void> {
    const before = this.#weather;
    this.#weather = weather;
    if (before === 'away') await this.#listen(this.#port);
    if (weather === 'away') {
      this.#server.close();
      this.#endAll();
    }
    if (before === 'half-open' || before === 'drop') this.#endAll();
  }

  async stop(): Promise<void> {
    if (this.#weather === 'away') return;
    this.#server.close();
    this.#endAll();
    await once(this.#server, 'close');
  }

  async #listen(port: number): Promise<void> {
    await once(this.#server.listen(port, '127.0.0.1'), 'listening');
  }

  #endAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #serve(client: Socket): void {
    const target = connect(this.#target.port, this.#target.host);
    const line = { isSilent: false };
    const breakBoth = (): void => {
      client.destroy();
      target.destroy();
    };
    for (const socket of [client, target]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        this.#sockets.delete(socket);
        // In silence nobody hears that the other side has gone.
        if (!this.#isSilent(line)) breakBoth();
      });
    }
    this.#carry(client, target, line, breakBoth);
    this.#carry(target, client, line, breakBoth);
  }

  #isSilent({ isSilent }: { readonly isSilent: boolean }): boolean {
    return isSilent || this.#weather === 'half-open';
  }

  /** Carries bytes one way, in their order, through whatever weather each of them meets. */
  #carry(from: Socket, to: Socket, line: { isSilent: boolean }, breakBoth: () => void): void {
    let last: Promise<void> = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      last = last.then(async () => this.#carryOne(bytes, to, line, breakBoth));
    });
    from.on('end', () => {
      last = last.then(() => void (this.#isSilent(line) || to.end()));
    });
  }

  async #carryOne(
    bytes: Buffer,
    to: Socket,
    line: { isSilent: boolean },
    breakBoth: () => void,
  ): Promise<void> {
    if (this.#weather === 'delay') await pause(this.#random.between(0, DELAY_MS_MAX));
    if (this.#weather === 'drop' && this.#strikes(SILENT_SHARE)) line.isSilent = true;
    if (this.#isSilent(line)) return;
    if (this.#weather === 'cut' && this.#strikes(CUT_SHARE)) {
      to.write(bytes.subarray(0, bytes.length / 2), breakBoth);
      return;
    }
    if (!to.destroyed) to.write(bytes);
  }

  #strikes(share: number): boolean {
    const strikes = this.#random.next() < share;
    if (strikes) this.faults += 1;
    return strikes;
  }
}
