import type { Permission } from '../api/shapes.ts';
import type { Messages } from '../messages/load-messages.ts';
import type { IconName } from '../ui/icon-paths.ts';

/** A page that the sidebar, the palette and the keyboard lead to. */
export interface NavPage {
  readonly path: NavPath;
  readonly name: keyof Messages['common']['nav'];
  readonly icon: IconName;
  readonly permission: Permission;
  /** After `g`. */
  readonly key: string;
}

type NavPath =
  | '/'
  | '/alerts'
  | '/imports'
  | '/deliveries'
  | '/webhooks'
  | '/credentials'
  | '/team'
  | '/audit-log'
  | `/operator/${'companies' | 'merchants' | 'enrollments' | 'unrouted' | 'providers' | 'legacy' | 'audit-log'}`;

export interface NavGroup {
  readonly name: keyof Messages['common']['nav'];
  readonly pages: readonly NavPage[];
}

const COMPANY_GROUPS: readonly NavGroup[] = [
  {
    name: 'groupWork',
    pages: [
      { path: '/', name: 'overview', icon: 'overview', permission: 'read_overview', key: 'o' },
      { path: '/alerts', name: 'alerts', icon: 'bell', permission: 'read_alerts', key: 'a' },
      { path: '/imports', name: 'imports', icon: 'upload', permission: 'read_bulk_updates', key: 'i' },
    ],
  },
  {
    name: 'groupIntegration',
    pages: [
      { path: '/deliveries', name: 'deliveries', icon: 'send', permission: 'read_deliveries', key: 'd' },
      { path: '/webhooks', name: 'webhooks', icon: 'webhook', permission: 'read_endpoints', key: 'w' },
      { path: '/credentials', name: 'credentials', icon: 'key', permission: 'read_credentials', key: 'c' },
    ],
  },
  {
    name: 'groupCompany',
    pages: [
      { path: '/team', name: 'team', icon: 'users', permission: 'read_users', key: 't' },
      { path: '/audit-log', name: 'auditLog', icon: 'list', permission: 'read_audit_log', key: 'l' },
    ],
  },
];

const OPERATOR_GROUPS: readonly NavGroup[] = [
  {
    name: 'groupCompany',
    pages: [
      {
        path: '/operator/companies',
        name: 'companies',
        icon: 'building',
        permission: 'read_companies',
        key: 'c',
      },
      {
        path: '/operator/merchants',
        name: 'merchants',
        icon: 'store',
        permission: 'read_merchants',
        key: 'm',
      },
      {
        path: '/operator/enrollments',
        name: 'enrollments',
        icon: 'link',
        permission: 'read_merchants',
        key: 'e',
      },
    ],
  },
  {
    name: 'groupService',
    pages: [
      {
        path: '/operator/unrouted',
        name: 'unrouted',
        icon: 'split',
        permission: 'read_unrouted_alerts',
        key: 'u',
      },
      {
        path: '/operator/providers',
        name: 'providers',
        icon: 'activity',
        permission: 'read_providers',
        key: 'p',
      },
      {
        path: '/operator/legacy',
        name: 'legacy',
        icon: 'history',
        permission: 'read_legacy_callers',
        key: 'y',
      },
      {
        path: '/operator/audit-log',
        name: 'operatorAuditLog',
        icon: 'list',
        permission: 'read_operator_audit_log',
        key: 'l',
      },
    ],
  },
];

const ALL = [...COMPANY_GROUPS, ...OPERATOR_GROUPS].flatMap(({ pages }) => pages);

/** The groups that hold something for whoever has these permissions. */
export function navGroups(permissions: readonly Permission[]): readonly NavGroup[] {
  return [...COMPANY_GROUPS, ...OPERATOR_GROUPS]
    .map(({ name, pages }) => ({
      name,
      pages: pages.filter(({ permission }) => permissions.includes(permission)),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/** What the page at this path asks for; undefined when everybody signed in may open it. */
export function permissionOfPath(pathname: string): Permission | undefined {
  const path = pathname.replace(/(?<!\/)\/+$/, '') || '/';
  const page = ALL.find(
    (known) => path === known.path || (known.path !== '/' && path.startsWith(`${known.path}/`)),
  );
  return page?.permission;
}
