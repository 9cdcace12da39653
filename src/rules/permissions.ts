/** Who signs in to the dashboard. An operator runs the service and belongs to no company; the others belong to one. */
export const USER_ROLES = ['operator', 'owner', 'analyst', 'viewer'] as const;
export type UserRole = (typeof USER_ROLES)[number];

/** The roles that a company's owner can give. */
export const COMPANY_ROLES = ['owner', 'analyst', 'viewer'] as const;
export type CompanyRole = (typeof COMPANY_ROLES)[number];

const EVERYBODY = ['owner', 'analyst', 'viewer'] as const;
const WHO_ANSWERS = ['owner', 'analyst'] as const;
const OWNER = ['owner'] as const;
const OPERATOR = ['operator'] as const;

/** Everything a person can do at the dashboard, and who may. The server enforces it; the pages only explain it. */
const PERMISSIONS = {
  read_overview: EVERYBODY,
  read_alerts: EVERYBODY,
  export_alerts: EVERYBODY,
  answer_alerts: WHO_ANSWERS,
  read_bulk_updates: EVERYBODY,
  run_bulk_updates: WHO_ANSWERS,
  read_deliveries: EVERYBODY,
  resend_deliveries: WHO_ANSWERS,
  read_endpoints: EVERYBODY,
  manage_endpoints: OWNER,
  read_credentials: WHO_ANSWERS,
  manage_credentials: OWNER,
  read_users: OWNER,
  manage_users: OWNER,
  manage_company: OWNER,
  read_audit_log: OWNER,
  send_test_alert: WHO_ANSWERS,
  read_companies: OPERATOR,
  manage_companies: OPERATOR,
  read_merchants: OPERATOR,
  manage_merchants: OPERATOR,
  read_unrouted_alerts: OPERATOR,
  assign_unrouted_alerts: OPERATOR,
  read_providers: OPERATOR,
  read_legacy_callers: OPERATOR,
  read_operator_audit_log: OPERATOR,
} as const satisfies Record<string, readonly UserRole[]>;

export type Permission = keyof typeof PERMISSIONS;

export function mayDo(role: UserRole, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly UserRole[]).includes(role);
}

export function permissionsOf(role: UserRole): Permission[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant table are its names
  return (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => mayDo(role, permission));
}
