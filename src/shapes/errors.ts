import { Type } from 'typebox';

export const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.String({ examples: ['ALERT_NOT_FOUND'] }),
      message: Type.String({ examples: ['Alert not found'] }),
    }),
  },
  { $id: 'Error', title: 'Error' },
);

export const LegacyErrorSchema = Type.Object(
  { error: Type.String({ examples: ['Alerta não encontrado.'] }) },
  { $id: 'LegacyError', title: 'LegacyError' },
);
