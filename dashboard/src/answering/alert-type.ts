import { useMessages } from '../messages/use-messages.ts';

/** The known types by their name; any other as the provider wrote it. */
export function useTypeName(): (alertType: string) => string {
  const { types } = useMessages().alerts;
  return (alertType) => (Object.hasOwn(types, alertType) ? (types[alertType] ?? alertType) : alertType);
}
