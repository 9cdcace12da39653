import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient, whenSignedOut } from './api/query-client.ts';
import { leaveToLogin } from './app/leave-to-login.ts';
import { router } from './app/router.tsx';
import { speak } from './messages/spoken.ts';
import { chooseLanguage } from './preferences/language.ts';
import './styles/app.css';
import { Toasts } from './ui/toasts.tsx';

whenSignedOut(leaveToLogin);

await speak(chooseLanguage());
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the dashboard');

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
);
