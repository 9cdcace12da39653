import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apiUrl } from '../../api/client.ts';
import { useCan } from '../../api/session.ts';
import { useLanguage, useMessages } from '../../messages/use-messages.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type AlertsSearch, filterOf } from './alerts-search.ts';

export function AlertsActions({ search }: { readonly search: AlertsSearch }): ReactNode {
  const { alerts } = useMessages();
  const { language } = useLanguage();
  const can = useCan();
  return (
    <>
      <a
        href={apiUrl('/alerts/export', { ...filterOf(search), locale: language })}
        download
        className={buttonClass('secondary')}
      >
        <Icon name="download" />
        {alerts.export}
      </a>
      {can('run_bulk_updates') && (
        <Link to="/imports" search={{ upload: '1' }} className={buttonClass('secondary')}>
          <Icon name="upload" />
          {alerts.upload}
        </Link>
      )}
    </>
  );
}
