import { useMessages } from './use-messages.ts';

/** The service speaks English; what it says often is told in the person's language, the rest in its own words. */
export function useSaid(): (message: string) => string {
  const messages = useMessages();
  // The first page does without: there the service has only codes to say.
  const known = 'said' in messages ? messages.said : [];
  return (message) => {
    const [pattern, text] = known.find(([one]) => one.test(message)) ?? [];
    return pattern === undefined || text === undefined ? message : message.replace(pattern, text);
  };
}
