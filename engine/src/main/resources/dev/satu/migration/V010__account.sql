-- Accounts, and the API keys that act for them.
--
-- An account is an application that calls: the owner of reservations and the scope of idempotency keys. It outlives its
-- API keys, so that rotating them changes nothing for either. Nothing here is ever deleted: who was able to call, and
-- until when, stays told. These rows are no items that are claimed, and have no events.
--
--   ACTIVE -> REVOKED       an operator revokes it; nothing leaves REVOKED
--   ACTIVE -> ACTIVE        rotated, once: a new key takes its place, and it expires when the overlap ends
--
-- A key is in force while it is ACTIVE and expires_at >= now (or it has none): the rule of holds.

CREATE TABLE account (
    slot               smallint NOT NULL CONSTRAINT account_slot CHECK (slot BETWEEN 0 AND 1023),
    id                 text COLLATE "C" NOT NULL CONSTRAINT account_id CHECK (length(id) BETWEEN 1 AND 64),
    name               text NOT NULL CONSTRAINT account_name CHECK (length(name) BETWEEN 1 AND 255),
    own_hold           text COLLATE "C" NOT NULL DEFAULT 'RETURN'
                       CONSTRAINT account_own_hold CHECK (own_hold IN ('RETURN', 'REFUSE')),
    live_holds         integer CONSTRAINT account_live_holds CHECK (live_holds >= 1),
    pause_after_expiry interval CONSTRAINT account_pause_after_expiry
                       CHECK (pause_after_expiry BETWEEN interval '1 second' AND interval '24 hours'),
    version            bigint NOT NULL DEFAULT 1 CONSTRAINT account_version CHECK (version >= 1),
    created_at         timestamptz NOT NULL,
    CONSTRAINT account_pkey PRIMARY KEY (slot, id)
);
COMMENT ON TABLE account IS 'An application that calls. The engine acts for any account id; the service only for those that stand here.';
COMMENT ON COLUMN account.own_hold IS 'What a buyer is told who holds it already: the hold (RETURN), or 409 HELD_BY_YOU (REFUSE).';
COMMENT ON COLUMN account.live_holds IS
    'Cap on a buyer''s live holds, for every credential of the account. NULL: the defaults, none for API keys, ten for buyer tokens.';
COMMENT ON COLUMN account.pause_after_expiry IS
    'How long a buyer whose hold on an asset expired waits before holding it again. NULL: the defaults, as above; 60 s for buyer tokens.';

CREATE INDEX account_listing ON account (id);
COMMENT ON INDEX account_listing IS 'All accounts in order of id, over all slots.';

-- The account of the key that the service is configured with. 876 is its slot (a test asks).
INSERT INTO account (slot, id, name, created_at) VALUES (876, 'operator', 'Operator', clock_timestamp());

CREATE FUNCTION account_json(a account) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN '{"account_id":' || to_json(a.id)::text
        || ',"name":' || to_json(a.name)::text
        || ',"own_hold":"' || a.own_hold || '"'
        || coalesce(',"live_holds":' || a.live_holds, '')
        || coalesce(',"pause_after_expiry":"' || duration_text(a.pause_after_expiry) || '"', '')
        || ',"created_at":"' || utc_text(a.created_at) || '"'
        || ',"version":' || a.version || '}';
COMMENT ON FUNCTION account_json IS 'An account as every answer shows it.';

CREATE TABLE api_key (
    slot          smallint NOT NULL CONSTRAINT api_key_slot CHECK (slot BETWEEN 0 AND 1023),
    id            text COLLATE "C" NOT NULL CONSTRAINT api_key_id CHECK (length(id) BETWEEN 1 AND 64),
    hash          bytea NOT NULL CONSTRAINT api_key_hash CHECK (octet_length(hash) = 32),
    account_slot  smallint NOT NULL,
    account_id    text COLLATE "C" NOT NULL,
    name          text NOT NULL CONSTRAINT api_key_name CHECK (length(name) BETWEEN 1 AND 255),
    scopes        text[] NOT NULL CONSTRAINT api_key_scopes
                  CHECK (cardinality(scopes) >= 1 AND scopes <@ ARRAY['claim', 'settle', 'read', 'operator']),
    status        text COLLATE "C" NOT NULL DEFAULT 'ACTIVE'
                  CONSTRAINT api_key_status CHECK (status IN ('ACTIVE', 'REVOKED')),
    expires_at    timestamptz,
    rotated_from  text COLLATE "C",
    replaced_by   text COLLATE "C",
    created_at    timestamptz NOT NULL,
    created_by    text COLLATE "C" NOT NULL,
    revoked_at    timestamptz,
    revoked_by    text COLLATE "C",
    revoke_reason text,
    version       bigint NOT NULL DEFAULT 1 CONSTRAINT api_key_version CHECK (version >= 1),
    CONSTRAINT api_key_pkey PRIMARY KEY (slot, id),
    CONSTRAINT api_key_hash_once UNIQUE (slot, hash),
    CONSTRAINT api_key_revoked_whole CHECK ((status = 'REVOKED') = (revoked_at IS NOT NULL)
                                        AND (status = 'REVOKED') = (revoked_by IS NOT NULL)
                                        AND (status = 'REVOKED') = (revoke_reason IS NOT NULL)),
    CONSTRAINT api_key_replaced_expires CHECK (replaced_by IS NULL OR expires_at IS NOT NULL)
);
COMMENT ON TABLE api_key IS 'A credential of an account. The key itself is shown once, by whoever made it, and stands nowhere.';
COMMENT ON COLUMN api_key.slot IS 'Of the hash, which is how a key is looked up; its id carries the slot.';
COMMENT ON COLUMN api_key.hash IS 'SHA-256 of the key: enough for a text with at least 128 random bits.';
COMMENT ON COLUMN api_key.account_id IS 'No foreign key: accounts are never deleted, and creating a key reads its account.';
COMMENT ON COLUMN api_key.replaced_by IS 'The key that took its place when it was rotated; a key is rotated once.';
COMMENT ON COLUMN api_key.created_by IS 'Who made it: account:ID.';

CREATE INDEX api_key_listing ON api_key (id);
COMMENT ON INDEX api_key_listing IS 'All keys in order of id, which is about that of their making, over all slots.';
CREATE INDEX api_key_of_account ON api_key (account_id, id);
COMMENT ON INDEX api_key_of_account IS 'The keys of one account, over all slots.';

CREATE FUNCTION api_key_status_at(status text, expires_at timestamptz, t timestamptz) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE WHEN status = 'ACTIVE' AND expires_at < t THEN 'EXPIRED' ELSE status END;
COMMENT ON FUNCTION api_key_status_at IS 'What readers are told: ACTIVE is in force, EXPIRED ended by time, REVOKED by an operator.';

CREATE FUNCTION api_key_json(k api_key, t timestamptz) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN '{"key_id":' || to_json(k.id)::text
        || ',"account_id":' || to_json(k.account_id)::text
        || ',"name":' || to_json(k.name)::text
        || ',"scopes":' || array_to_json(k.scopes)::text
        || ',"status":"' || api_key_status_at(k.status, k.expires_at, t) || '"'
        || coalesce(',"expires_at":"' || utc_text(k.expires_at) || '"', '')
        || coalesce(',"rotated_from":' || to_json(k.rotated_from)::text, '')
        || coalesce(',"replaced_by":' || to_json(k.replaced_by)::text, '')
        || ',"created_at":"' || utc_text(k.created_at) || '"'
        || ',"created_by":' || to_json(k.created_by)::text
        || coalesce(',"revoked_at":"' || utc_text(k.revoked_at) || '"', '')
        || coalesce(',"revoked_by":' || to_json(k.revoked_by)::text, '')
        || coalesce(',"reason":' || to_json(k.revoke_reason)::text, '')
        || ',"version":' || k.version || '}';
COMMENT ON FUNCTION api_key_json IS 'A key as every answer shows it: never the key itself, nor its hash.';
