import { useEffect } from 'react';
import { useMessages } from '../messages/use-messages.ts';

/** Names the browser's tab; undefined leaves the name as it is. */
export function usePageTitle(title: string | undefined): void {
  const { product } = useMessages().common;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${product}`;
  }, [title, product]);
}
