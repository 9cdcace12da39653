import { hash } from 'node:crypto';
import { networkOf } from '../../rules/client-address.ts';
import type { Sql } from '../../store/connect.ts';
import {
  forgetGuesses,
  type GuessedSubject,
  type GuessVerdict,
  reserveGuess,
  takeGuessBack,
} from '../../store/people/login-failures.ts';

const WINDOW_MS = 15 * 60_000;
const FAILURES_PER_ACCOUNT_MAX = 10;
const FAILURES_PER_ADDRESS_MAX = 50;

/** One try at a password or a code. Unless it is taken back or forgiven, it counts as failed. */
export interface Guess {
  readonly verdict: GuessVerdict;
  /** Checks it. A check that could not be made does not count. */
  readonly check: (check: () => Promise<boolean>) => Promise<boolean>;
  /** It was right, but something is still missing. */
  readonly takeBack: () => Promise<void>;
  /** It was right: earlier failures of the account are forgotten. */
  readonly forgive: () => Promise<void>;
}

export async function beginGuess(
  sql: Sql,
  { email, address }: { readonly email: string; readonly address: string },
): Promise<Guess> {
  const account = subject(`account ${email.toLowerCase()}`, FAILURES_PER_ACCOUNT_MAX);
  const origin = subject(`address ${networkOf(address)}`, FAILURES_PER_ADDRESS_MAX);
  const takeBack = (): Promise<void> => takeGuessBack(sql, [account, origin]);
  return {
    verdict: await reserveGuess(sql, [account, origin], WINDOW_MS),
    check: async (check) => {
      try {
        return await check();
      } catch (error) {
        await takeBack();
        throw error;
      }
    },
    takeBack,
    forgive: async () => {
      await takeGuessBack(sql, [origin]);
      await forgetGuesses(sql, account.sha256);
    },
  };
}

function subject(name: string, failuresMax: number): GuessedSubject {
  return { sha256: hash('sha256', name, 'buffer'), failuresMax };
}
