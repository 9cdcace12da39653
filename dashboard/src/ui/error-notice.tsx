import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { useErrorText } from '../messages/use-error-text.ts';
import { useMessages } from '../messages/use-messages.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface ErrorNoticeProps {
  readonly error: Error;
  readonly onRetry?: (() => void) | undefined;
}

/** Where the thing that failed would stand: what happened, its code, and the request's id for whoever is asked. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps): ReactNode {
  const { common } = useMessages();
  const errorText = useErrorText();
  const api = error instanceof ApiError ? error : undefined;
  return (
    <div
      role="alert"
      className="flex items-start gap-3 rounded-md bg-danger-soft px-3.5 py-3 text-sm text-danger-ink"
    >
      <Icon name="warning" className="mt-0.5" />
      <div className="min-w-0 grow">
        <p className="font-medium">{errorText(error)}</p>
        {api && (
          <p className="mt-0.5 font-mono text-xs break-all">
            {api.code}
            {api.requestId !== null && ` · ${common.errors.requestId} ${api.requestId}`}
          </p>
        )}
      </div>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          {common.retry}
        </Button>
      )}
    </div>
  );
}
