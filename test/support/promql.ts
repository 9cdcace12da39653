import { parser } from '@prometheus-io/lezer-promql';

export interface Metric {
  readonly name: string;
  /** As written, without the brackets. */
  readonly labels: string;
}

/** Grafana puts a length of time in their place. */
const VARIABLE_OF_GRAFANA = /\$__\w+/g;

/** The metrics that an expression names, and all labels that it does; throws where Prometheus could not read it. */
export function readExpression(written: string): { metrics: Metric[]; labelNames: Set<string> } {
  const expression = written.replaceAll(VARIABLE_OF_GRAFANA, '5m');
  const metrics: Metric[] = [];
  const labelNames = new Set<string>();
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new Error(`cannot be read at ${from}: ${written}`);
      if (type.name === 'LabelName') labelNames.add(expression.slice(from, to));
      if (type.name !== 'VectorSelector') return;
      const matchers = node.getChild('LabelMatchers');
      metrics.push({
        name: expression.slice(from, node.getChild('Identifier')?.to),
        labels: matchers ? expression.slice(matchers.from + 1, matchers.to - 1) : '',
      });
    },
  });
  return { metrics, labelNames };
}
