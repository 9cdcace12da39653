import { useNavigate } from '@tanstack/react-router';
import { navGroups } from '../app/pages.ts';
import { useSendTestAlert } from '../app/use-send-test-alert.ts';
import { useSession } from '../api/session.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../messages/load-messages.ts';
import { useLanguage, useMessages } from '../messages/use-messages.ts';
import { THEMES, useTheme } from '../preferences/theme.ts';
import type { IconName } from '../ui/icon-paths.ts';
import { openOverlay } from './overlays.ts';

export interface Command {
  readonly key: string;
  readonly label: string;
  readonly group: string;
  readonly icon: IconName;
  /** Made from the text itself, so that it always matches. */
  readonly always?: boolean | undefined;
  readonly act: () => void;
}

const COMMANDS_MAX = 12;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Those whose label holds every word that was typed, whatever its case and accents. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return commands
    .filter(({ label, always }) => always === true || words.every((word) => plain(label).includes(word)))
    .slice(0, COMMANDS_MAX);
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase();
}

/** Pages and actions stand first: who types the name of one and presses Enter means it, not a search for the word. */
export function usePaletteCommands(text: string): readonly Command[] {
  return [...usePageCommands(), ...useActionCommands(), ...useAlertCommands(text.trim())];
}

function useAlertCommands(text: string): readonly Command[] {
  const { common } = useMessages();
  const { permissions } = useSession();
  const navigate = useNavigate();
  if (text.length < 3 || !permissions.includes('read_alerts')) return [];
  const shared = { group: common.nav.alerts, icon: 'bell', always: true } as const;
  const search: Command = {
    ...shared,
    key: 'search',
    label: common.palette.searchAlerts(text),
    act: () => void navigate({ to: '/alerts', search: { view: 'all', q: text } }),
  };
  if (!UUID.test(text)) return [search];
  const open = (): void => void navigate({ to: '/alerts/$id', params: { id: text } });
  return [{ ...shared, key: 'alert', label: common.palette.goToAlert(text), act: open }];
}

function usePageCommands(): readonly Command[] {
  const { common } = useMessages();
  const { permissions } = useSession();
  const navigate = useNavigate();
  const group = common.palette.pages;
  return [
    ...navGroups(permissions).flatMap(({ pages }) =>
      pages.map((page) => ({
        key: page.path,
        label: common.nav[page.name],
        group,
        icon: page.icon,
        act: () => void navigate({ to: page.path }),
      })),
    ),
    {
      key: 'account',
      label: common.nav.account,
      group,
      icon: 'user',
      act: () => void navigate({ to: '/account' }),
    },
  ];
}

function useActionCommands(): readonly Command[] {
  const { common } = useMessages();
  const { setLanguage } = useLanguage();
  const { setTheme } = useTheme();
  const { is_sandbox, permissions } = useSession();
  const sendTestAlert = useSendTestAlert();
  const group = common.palette.actions;
  const canSendTestAlert = is_sandbox && permissions.includes('send_test_alert');
  const testAlert: Command = {
    key: 'test-alert',
    label: common.sendTestAlert,
    group,
    icon: 'flask',
    act: () => sendTestAlert.mutate(),
  };
  return [
    ...(canSendTestAlert ? [testAlert] : []),
    { key: 'help', label: common.shortcuts.title, group, icon: 'keyboard', act: () => openOverlay('help') },
    ...THEMES.map((theme) => ({
      key: theme,
      label: `${common.menu.theme}: ${common.themes[theme]}`,
      group,
      icon: 'sun' as const,
      act: () => setTheme(theme),
    })),
    ...LANGUAGES.map((language) => ({
      key: language,
      label: `${common.menu.language}: ${LANGUAGE_NAMES[language]}`,
      group,
      icon: 'globe' as const,
      act: () => setLanguage(language),
    })),
  ];
}
