import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, whenSignedOut } from './api/query-client.ts';
import { leaveToLogin } from './app/leave-to-login.ts';
import { router } from './app/router.tsx';
import { speak } from './messages/spoken.ts';
import { chooseLanguage } from './preferences/language.ts';
// Follows the system's theme while the page is open.
import './preferences/theme.ts';
import './styles/app.css';
// Nearly every page needs these; beside the shell they weigh less than in files of their own.
import './api/use-calm.ts';
import './messages/use-format.ts';
import './ui/card.tsx';
import './ui/page-header.tsx';
import './ui/progress-bar.tsx';
import './ui/segmented.tsx';
import { ToastPlace } from './ui/toast-place.tsx';

whenSignedOut(leaveToLogin);

await speak(chooseLanguage());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the dashboard');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <ToastPlace />
    </QueryClientProvider>
  </StrictMode>,
);
