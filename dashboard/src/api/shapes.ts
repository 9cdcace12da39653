// The one door to the service's contract: pages import its types from here.
export type * from '../../../src/rules/alert.ts';
export type * from '../../../src/rules/outcomes.ts';
export type * from '../../../src/rules/permissions.ts';
export type * from '../../../src/rules/provider.ts';
export type * from '../../../src/shapes/alert.ts';
export type * from '../../../src/shapes/dashboard/alerts.ts';
export type * from '../../../src/shapes/dashboard/bulk-updates.ts';
export type * from '../../../src/shapes/dashboard/integration.ts';
export type * from '../../../src/shapes/dashboard/live.ts';
export type * from '../../../src/shapes/dashboard/operator.ts';
export type * from '../../../src/shapes/dashboard/overview.ts';
export type * from '../../../src/shapes/dashboard/session.ts';
export type * from '../../../src/shapes/dashboard/team.ts';
