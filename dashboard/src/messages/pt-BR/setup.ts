import type { setup as source } from '../en/setup.ts';

export const setup: typeof source = {
  title: 'Configure sua empresa',
  description: 'Cinco passos do zero ao primeiro alerta.',
  progress: (done, total) => `${done} de ${total} concluídos`,
  done: 'Concluído',
  open: 'Em aberto',
  steps: {
    has_enrollment: 'Um estabelecimento está cadastrado em um provedor',
    has_credentials: 'Criar credenciais da API',
    has_endpoint: 'Adicionar um endpoint de webhook',
    has_delivery: 'Enviar um evento de teste',
    has_alert: 'Receber o primeiro alerta',
  },
  hints: {
    has_enrollment: 'O operador do serviço faz isso para você.',
    has_credentials: 'Sua aplicação se autentica com elas.',
    has_endpoint: 'Onde sua aplicação fica sabendo de novos alertas.',
    has_delivery: 'Confirma que sua aplicação recebe e responde.',
    has_alert: 'Ele aparece aqui sozinho.',
  },
  actions: {
    has_credentials: 'Credenciais',
    has_endpoint: 'Webhooks',
    has_delivery: 'Enviar evento de teste',
  },
  noneYet: {
    title: 'Tudo pronto; nenhum alerta ainda',
    text: 'O primeiro aparece aqui sozinho e vai ao mesmo tempo para o seu endpoint de webhook.',
  },
};
