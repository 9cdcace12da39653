import type { QueryClient } from '@tanstack/react-query';
import type { AlertDetailShape, AlertPageShape, AlertRowShape } from '../api/shapes.ts';

/** Shows an alert as the service has just given it, wherever it is on the screen, without reading anything again. */
export function putAlert(client: QueryClient, alert: AlertRowShape): void {
  client.setQueriesData<AlertPageShape>({ queryKey: ['/alerts'] }, (page) =>
    page?.data.some(({ id }) => id === alert.id)
      ? { ...page, data: page.data.map((row) => (row.id === alert.id ? alert : row)) }
      : page,
  );
  client.setQueriesData<AlertDetailShape>(
    { queryKey: [`/alerts/${alert.id}`] },
    (detail) => detail && { ...detail, alert },
  );
}
