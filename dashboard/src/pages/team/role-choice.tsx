import type { ReactNode } from 'react';
import type { CompanyRole } from '../../api/shapes.ts';
import { useMessages } from '../../messages/use-messages.ts';
import { RadioGroup } from '../../ui/choices.tsx';

const ROLES = ['owner', 'analyst', 'viewer'] as const satisfies readonly CompanyRole[];

interface RoleChoiceProps {
  readonly value: CompanyRole;
  readonly onChange: (role: CompanyRole) => void;
}

/** Each role with what it may do. */
export function RoleChoice({ value, onChange }: RoleChoiceProps): ReactNode {
  const { team, common } = useMessages();
  return (
    <RadioGroup
      label={team.role}
      value={value}
      choices={ROLES.map((role) => ({ value: role, label: common.roles[role], hint: team.roleHints[role] }))}
      onChange={onChange}
    />
  );
}
