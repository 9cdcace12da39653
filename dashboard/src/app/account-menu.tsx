import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { post } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { openOverlay } from '../keyboard/overlays.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../messages/load-messages.ts';
import { useLanguage } from '../messages/use-messages.ts';
import { useErrorText } from '../messages/use-error-text.ts';
import { type Theme, THEMES, useTheme } from '../preferences/theme.ts';
import type { IconName } from '../ui/icon-paths.ts';
import type { MenuEntry } from '../ui/menu.tsx';
import { MenuList } from '../ui/menu-list.tsx';
import { showToast } from '../ui/toast-store.ts';

const THEME_ICONS: Readonly<Record<Theme, IconName>> = { system: 'monitor', light: 'sun', dark: 'moon' };

interface AccountMenuProps {
  readonly triggerId: string;
  readonly onClose: () => void;
}

export function AccountMenu({ triggerId, onClose }: AccountMenuProps): ReactNode {
  const { messages } = useLanguage();
  const { user } = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const entries: readonly MenuEntry[] = [
    { kind: 'heading', key: 'who', label: `${user.email} · ${messages.common.roles[user.role]}` },
    {
      key: 'account',
      label: messages.common.menu.account,
      icon: 'user',
      onSelect: () => void navigate({ to: '/account' }),
    },
    {
      key: 'shortcuts',
      label: messages.common.menu.shortcuts,
      icon: 'keyboard',
      onSelect: () => openOverlay('help'),
    },
    {
      key: 'docs',
      label: messages.common.menu.docs,
      icon: 'external',
      onSelect: () => void window.open('/docs', '_blank', 'noopener'),
    },
    ...useAppearanceEntries(),
    { kind: 'separator', key: 'end' },
    { key: 'out', label: messages.common.menu.signOut, icon: 'signOut', onSelect: signOut },
  ];
  return <MenuList triggerId={triggerId} entries={entries} align="end" onClose={onClose} />;
}

function useAppearanceEntries(): readonly MenuEntry[] {
  const { language, messages, setLanguage } = useLanguage();
  const { theme, setTheme } = useTheme();
  return [
    { kind: 'heading', key: 'theme', label: messages.common.menu.theme },
    ...THEMES.map((name) => ({
      key: name,
      label: messages.common.themes[name],
      icon: THEME_ICONS[name],
      checked: theme === name,
      onSelect: () => setTheme(name),
    })),
    { kind: 'heading', key: 'language', label: messages.common.menu.language },
    ...LANGUAGES.map((name) => ({
      key: name,
      label: LANGUAGE_NAMES[name],
      icon: 'globe' as const,
      checked: language === name,
      onSelect: () => setLanguage(name),
    })),
  ];
}

function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const errorText = useErrorText();
  const { mutate } = useMutation({
    mutationFn: () => post('/logout'),
    onSuccess: async () => {
      await navigate({ to: '/login' });
      client.clear();
    },
    onError: (error) => showToast({ tone: 'danger', text: errorText(error) }),
  });
  return mutate;
}
