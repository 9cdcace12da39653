import { isApiError } from '../api/api-error.ts';
import { useMessages } from './use-messages.ts';
import { useSaid } from './use-said.ts';

/** An error in the person's language where its code says it all; otherwise what the service said. */
export function useErrorText(): (error: Error, own?: Readonly<Record<string, string>>) => string {
  const { common } = useMessages();
  const said = useSaid();
  const known: Readonly<Record<string, string>> = common.errors;
  return (error, own = {}) => {
    if (!isApiError(error)) return common.errors.INTERNAL_ERROR;
    return own[error.code] ?? known[error.code] ?? said(error.message);
  };
}
