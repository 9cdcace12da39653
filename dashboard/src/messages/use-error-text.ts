import { isApiError } from '../api/api-error.ts';
import { useMessages } from './use-messages.ts';

/** An error in the person's language where its code says it all; otherwise the service's own, more exact words. */
export function useErrorText(): (error: Error, own?: Readonly<Record<string, string>>) => string {
  const { common } = useMessages();
  const known: Readonly<Record<string, string>> = common.errors;
  return (error, own = {}) => {
    if (!isApiError(error)) return common.errors.INTERNAL_ERROR;
    return own[error.code] ?? known[error.code] ?? error.message;
  };
}
