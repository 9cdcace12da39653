import type { credentials as source } from '../en/credentials.ts';
import { createPlural } from '../plural.ts';

const plural = createPlural('pt-BR');

export const credentials: typeof source = {
  title: 'Credenciais',
  description: 'Com elas sua aplicação chama a API: client ID e client secret em HTTP Basic.',
  create: 'Criar credenciais',
  label: 'Credenciais da sua empresa',
  clientId: 'Client ID',
  created: 'Criadas',
  lastUsed: 'Último uso',
  legacy: 'Chamadas legadas, 30 dias',
  state: 'Situação',
  active: 'Ativas',
  revoked: 'Revogadas',
  neverUsed: 'Nunca usadas',
  aliases: { lookup: 'consulta', status_update: 'atualização de status' },
  calls: (count) => plural(count, { one: 'chamada', other: 'chamadas' }),
  legacyTitle: 'Sua aplicação ainda chama os endpoints legados',
  legacyText:
    'Eles saem do ar quando ninguém mais os chamar. Use os endpoints em /api/v1; as respostas são diferentes, veja a referência da API.',
  docs: 'Referência da API',
  revoke: 'Revogar',
  actionsOf: (id) => `Ações de ${id}`,
  empty: 'Nenhuma credencial ainda',
  emptyText: 'Crie uma; sua aplicação poderá então ler alertas e respondê-los.',
  createDialog: {
    title: 'Criar credenciais?',
    text: 'O segredo aparece uma única vez, logo em seguida. Tenha um lugar seguro para ele.',
    submit: 'Criar',
  },
  shown: {
    title: 'Credenciais criadas',
    text: 'Copie o segredo agora: ele não aparece de novo.',
    clientId: 'Client ID',
    clientSecret: 'Client secret',
    tryIt: 'Teste',
    done: 'Já guardei',
  },
  revokeDialog: {
    title: 'Revogar estas credenciais?',
    text: 'Chamadas com elas são recusadas em até um segundo. Não dá para desfazer.',
    stillUsed: (time) => `O último uso foi ${time}.`,
    submit: 'Revogar',
  },
  revokedToast: 'As credenciais foram revogadas.',
};
