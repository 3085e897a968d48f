/// As `Schema.webhooks`.
extension PostgreSQLSchema {
    static let webhooks = """
        CREATE TABLE webhook (
            id text COLLATE "C" PRIMARY KEY,
            account_id text COLLATE "C" NOT NULL,
            name text COLLATE "C" NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            url text COLLATE "C" NOT NULL,
            host text COLLATE "C" NOT NULL,
            course_id text COLLATE "C",
            changes text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            secret bigint NOT NULL DEFAULT 1 CHECK (secret >= 1),
            rotated_at bigint,
            epoch text COLLATE "C" NOT NULL,
            "offset" bigint NOT NULL,
            tries bigint NOT NULL DEFAULT 0 CHECK (tries >= 0),
            failing_at bigint,
            next_try bigint,
            fault text COLLATE "C",
            deliveries bigint NOT NULL DEFAULT 0,
            CHECK ((tries = 0) = (failing_at IS NULL))
        );
        CREATE INDEX webhook_by_account ON webhook (account_id, created_at, id);
        CREATE INDEX webhook_by_course ON webhook (course_id) WHERE course_id IS NOT NULL;
        CREATE INDEX webhook_failing ON webhook (next_try) WHERE failing_at IS NOT NULL;
        CREATE TABLE webhook_delivery (
            webhook_id text COLLATE "C" NOT NULL,
            number bigint NOT NULL CHECK (number >= 1),
            message_id text COLLATE "C" NOT NULL,
            type text COLLATE "C" NOT NULL,
            subject text COLLATE "C",
            tried_at bigint NOT NULL,
            tries bigint NOT NULL CHECK (tries >= 1),
            taken bigint NOT NULL CHECK (taken IN (0, 1)),
            status bigint,
            milliseconds bigint NOT NULL,
            fault text COLLATE "C",
            PRIMARY KEY (webhook_id, number),
            UNIQUE (webhook_id, message_id)
        );
        CREATE TABLE ntfy_topic (
            account_id text COLLATE "C" PRIMARY KEY,
            url text COLLATE "C" NOT NULL,
            host text COLLATE "C" NOT NULL,
            settings text COLLATE "C" NOT NULL,
            created_at bigint NOT NULL,
            sent_at bigint,
            fault text COLLATE "C"
        );
        INSERT INTO delivery_log SELECT 'ntfy', head, '' FROM log_head WHERE id = 1;
        ALTER TABLE ntfy_topic ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE webhook ADD FOREIGN KEY (account_id) REFERENCES account (id);
        ALTER TABLE webhook ADD FOREIGN KEY (course_id) REFERENCES course (id);
        ALTER TABLE webhook_delivery ADD FOREIGN KEY (webhook_id) REFERENCES webhook (id);
        """
}
