import { lazy, type ReactNode, Suspense } from 'react';
import { useToasts } from './toast-store.ts';

const Toasts = lazy(async () => ({ default: (await import('./toasts.tsx')).Toasts }));

/** Stands once in the application; what shows toasts is loaded with the first of them. */
export function ToastPlace(): ReactNode {
  const toasts = useToasts();
  return <Suspense>{toasts.length > 0 && <Toasts toasts={toasts} />}</Suspense>;
}
