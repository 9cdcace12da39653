interface Snippet {
  readonly name: string;
  readonly code: string;
}

/** Standard Webhooks 1.0, with the libraries of its authors. The raw body is what is signed, not the parsed one. */
export const VERIFICATION_SNIPPETS: readonly Snippet[] = [
  {
    name: 'Node.js',
    code: `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);

app.post('/webhooks', express.raw({ type: '*/*' }), (request, response) => {
  // Throws unless the signature and the time are right.
  const alert = webhook.verify(request.body, request.headers);
  queue.add(alert); // keep it, answer at once, work afterwards
  response.sendStatus(204);
});`,
  },
  {
    name: 'Python',
    code: `from standardwebhooks import Webhook

webhook = Webhook(os.environ["WEBHOOK_SECRET"])

@app.post("/webhooks")
def receive():
    # Raises unless the signature and the time are right.
    alert = webhook.verify(request.get_data(), dict(request.headers))
    queue.put(alert)  # keep it, answer at once, work afterwards
    return "", 204`,
  },
  {
    name: 'PHP',
    code: `$webhook = new \\StandardWebhooks\\Webhook(getenv('WEBHOOK_SECRET'));

// Throws unless the signature and the time are right.
$alert = $webhook->verify(file_get_contents('php://input'), getallheaders());
$queue->push($alert); // keep it, answer at once, work afterwards
http_response_code(204);`,
  },
];
