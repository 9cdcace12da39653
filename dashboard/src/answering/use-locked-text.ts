import { useSaid } from '../messages/use-said.ts';

/** Why nothing may follow: always in the API's exact words, and before them in the person's language. */
export function useLockedText(): (reason: string) => string {
  const said = useSaid();
  return (reason) => {
    const text = said(reason);
    return text === reason ? reason : `${text} (“${reason}”)`;
  };
}
