import type { deliveries as source } from '../en/deliveries.ts';
import { createPlural } from '../plural.ts';

const plural = createPlural('pt-BR');

export const deliveries: typeof source = {
  title: 'Entregas',
  description:
    'Cada webhook aos seus endpoints: o que foi enviado, o que voltou e o que será tentado de novo.',
  states: { queued: 'Na fila', delivered: 'Entregue', failed: 'Falhou' },
  filters: {
    state: 'Situação',
    endpoint: 'Endpoint',
    allEndpoints: 'Todos os endpoints',
    since: 'Desde',
    search: 'Buscar por ID do alerta',
    clear: 'Limpar filtros',
  },
  columns: {
    state: 'Situação',
    alert: 'Alerta',
    endpoint: 'Endpoint',
    answer: 'Resposta e latência',
    attempts: 'Tentativas',
    lastAttempt: 'Última',
    next: 'Próxima',
  },
  label: 'Entregas, as mais recentes primeiro',
  noAnswer: 'Sem resposta',
  due: 'a qualquer momento',
  hasMore: 'Só as mais recentes aparecem. Refine os filtros para ver outras.',
  empty: 'Nada foi entregue ainda',
  emptyText: 'Cadastre um endpoint de webhook; cada novo alerta será enviado a ele.',
  toWebhooks: 'Ir para os webhooks',
  noMatch: 'Nenhuma entrega encontrada',
  noMatchText: 'Mude ou limpe os filtros.',
  resend: 'Reenviar',
  resendOf: (id) => `Reenviar a entrega de ${id}`,
  resent: (resent) =>
    plural(resent, { one: 'entrega voltou para a fila', other: 'entregas voltaram para a fila' }),
  nothingResent: 'Nada a reenviar: já está na fila',
  failed: {
    open: 'Reenviar falhas …',
    title: 'Reenviar entregas que falharam',
    text: 'Todas as entregas que falharam desde o horário escolhido voltam para a fila, com o mesmo webhook-id.',
    since: 'Falharam desde',
    sinceHint: 'No seu fuso horário.',
    endpoint: 'Endpoint',
    submit: 'Reenviar',
    none: 'Nenhuma entrega falhou desde então',
  },
  detail: {
    title: (id) => `Entrega de ${id}`,
    back: 'Todas as entregas',
    alert: 'Abrir o alerta',
    notFound: 'Esta entrega não existe',
    notFoundText: 'As tentativas ficam guardadas por 90 dias.',
    endpoint: 'Endpoint',
    attempts: 'Tentativas',
    lastAttempt: 'Última tentativa',
    next: 'Próxima tentativa',
    request: 'Requisição',
    requestText:
      'Igual em todas as tentativas; webhook-timestamp e webhook-signature são incluídos em cada uma.',
    headers: 'Cabeçalhos',
    body: 'Corpo',
    formatted: 'Formatado',
    asSent: 'Como foi enviado',
    attemptsTitle: 'Tentativas',
    attempt: (number) => `Tentativa ${number}`,
    response: 'Resposta',
    none: 'Nenhuma tentativa ainda.',
  },
};
