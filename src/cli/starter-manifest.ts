/** The manifest that `init` writes: one read and one write of an imagined API, with a comment where a choice was made. */

/** The text for a connector of this id. It has no finding and its examples pass. */
export function starterManifest(id: string): string {
  const title = id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
  return template.replaceAll("<id>", id).replaceAll("<title>", title);
}

const template = `# yaml-language-server: $schema=../node_modules/dex-connectors/schemas/dex-connector.draft-07.schema.json
# dex-connectors validate checks this file, dex-connectors test replays its examples on this machine.
manifestVersion: 1
connector: {id: <id>, title: <title>, description: "Read tickets of <title> and add notes to them.", version: 0.1.0}

# Nothing is ever sent to another host.
hosts: [api.<id>.example]
auth:
  methods:
    token:
      type: bearer
      secrets: {apiToken: {required: true, description: "An API token of <title>."}}
      guide: {url: "https://<id>.example/settings/tokens", steps: [Create a token.]}

# What every operation has unless it says otherwise. Its own rules come first.
defaults:
  execution: {timeout: 30s, retry: {attempts: 4, initial: 1s, factor: 2, max: 20s, total: 2m}}
  classify:
    - {when: {status: [401]}, then: {reauthorize: {}}}
    # The wait is what the provider states; a call whose time is too short for it ends instead.
    - {when: {status: [429]}, then: {retryLater: {from: [{header: Retry-After}], fallback: 10s, max: 60s}}}

operations:
  getTicket:
    kind: query # it only reads, so it is tried again freely
    authorization: required
    description: Read one ticket by its key, with its title and state.
    input:
      type: object
      additionalProperties: false # a wrong name is answered with a message, never dropped
      required: [ticketId]
      properties:
        ticketId: &ticketId {type: string, pattern: "^T-[0-9]{1,12}$", minLength: 3, maxLength: 14, description: "Ticket key, such as T-1042."}
    output:
      type: object
      additionalProperties: false # a model sees these and nothing else of the answer
      required: [title, state]
      properties:
        title: {type: string, maxLength: 200, description: Title of the ticket.}
        state: {type: string, enum: [open, closed], description: Whether work on it goes on.}
    branches:
      found: {record: succeeded, description: The ticket was read.}
      absent: {record: failed, description: There is no such ticket., message: No ticket has this key., retryable: true}
    agent: {exposed: true}
    request: {method: GET, path: "/v2/tickets/{ticketId}"}
    classify:
      - {when: {status: [200]}, then: {branch: found, output: {title: {$body: /title}, state: {$body: /state}}}}
      - {when: {status: [404]}, then: {branch: absent}}
      - {when: {status: [5xx]}, then: {retry: {}}}
      - {otherwise: tail}
    examples:
      readsATicket:
        input: {ticketId: T-1042}
        exchange: [{expect: {method: GET, path: /v2/tickets/T-1042}, respond: {status: 200, body: {title: Printer on fire, state: open, internal: 1}}}]
        result: {branch: found, output: {title: Printer on fire, state: open}}
      knowsNoTicket: {input: {ticketId: T-9}, exchange: [{respond: {status: 404}}], result: {branch: absent}}
      triesAgain: {input: {ticketId: T-7}, exchange: [{respond: {status: 503}}, {respond: {status: 200, body: {title: Late, state: closed}}}], result: {branch: found, output: {title: Late, state: closed}}}
      waitsAsLongAsItIsTold: {input: {ticketId: T-7}, exchange: [{respond: {status: 429, headers: {Retry-After: "1"}}}, {respond: {status: 404}}], result: {branch: absent}}
      needsAToken: {input: {ticketId: T-7}, exchange: [{respond: {status: 401}}], result: {branch: defect}}
      refusesAnotherKey: {input: {ticketId: "1042"}, invalid: /ticketId}

  addNote:
    kind: mutation
    impact: additive
    concerns: [people] # whoever follows the ticket is told
    authorization: required
    description: Add one note to a ticket; everybody who follows it is notified by mail.
    input:
      type: object
      additionalProperties: false
      required: [ticketId, text]
      properties:
        ticketId: *ticketId
        text: {type: string, minLength: 1, maxLength: 5000, description: Plain text of the note.}
    output: {type: object, additionalProperties: false, required: [noteId], properties: {noteId: {type: string, maxLength: 40, description: Id of the new note.}}}
    branches:
      added: {record: succeeded, description: The note exists.}
      refused: {record: failed, description: The note was refused; nothing was added., message: {$body: /error}, retryable: true}
    # Why it may be sent again when an answer is lost: the provider makes one note for each key. Without such a promise,
    # leave this out and say \`retry: never\`: then it is sent once, ever.
    idempotency: {key: {in: header, name: Idempotency-Key, format: uuid, window: 24h, mismatch: error, replaysFailures: false}}
    agent: {exposed: true, retry: safe, approval: recommended, preview: "Note on {ticketId}: {text}"}
    request: {method: POST, path: "/v2/tickets/{ticketId}/notes", body: {json: {body: {$input: /text}}}}
    classify:
      - {when: {status: [201]}, then: {branch: added, output: {noteId: {$body: /id}}}}
      - {when: {status: [408, 409, 5xx]}, then: {retry: {}}}
      - {when: {fault: [timeout, reset, truncated]}, then: {retry: {}}}
      - {when: {status: [400, 403, 404, 413, 422]}, then: {branch: refused}}
      - {otherwise: {branch: uncertain}} # nobody knows whether it happened: a person looks
    examples:
      addsANote:
        input: {ticketId: T-1042, text: The fire is out.}
        exchange: [{expect: {method: POST, path: /v2/tickets/T-1042/notes, body: {body: The fire is out.}}, respond: {status: 201, body: {id: n1}}}]
        result: {branch: added, output: {noteId: n1}}
      sendsItAgainWhenTheAnswerIsLost:
        input: {ticketId: T-1042, text: The fire is out.}
        exchange: [{respond: {fault: reset}}, {respond: {status: 201, body: {id: n1}}}]
        result: {branch: added, output: {noteId: n1}}
      sendsItAgainWhenTheProviderFails: {input: {ticketId: T-1042, text: x}, exchange: [{respond: {status: 503}}, {respond: {status: 201, body: {id: n2}}}], result: {branch: added, output: {noteId: n2}}}
      waitsAsLongAsItIsTold: {input: {ticketId: T-1042, text: x}, exchange: [{respond: {status: 429, headers: {Retry-After: "1"}}}, {respond: {status: 201, body: {id: n3}}}], result: {branch: added, output: {noteId: n3}}}
      needsAToken: {input: {ticketId: T-1042, text: x}, exchange: [{respond: {status: 401}}], result: {branch: defect}}
      isRefused: {input: {ticketId: T-1042, text: x}, exchange: [{respond: {status: 422, body: {error: The ticket is closed.}}}], result: {branch: refused}}
`;
