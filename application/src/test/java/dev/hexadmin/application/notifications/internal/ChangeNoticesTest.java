package dev.hexadmin.application.notifications.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hexadmin.application.notifications.NotificationsSettings;
import dev.hexadmin.application.notifications.SendingNotifications.Mode;
import dev.hexadmin.application.records.RecordChange;
import dev.hexadmin.application.records.RecordHooks;
import dev.hexadmin.application.records.port.Records;
import dev.hexadmin.domain.access.Action;
import dev.hexadmin.domain.access.Actor;
import dev.hexadmin.domain.access.Grant;
import dev.hexadmin.domain.access.Rights;
import dev.hexadmin.domain.identity.UserId;
import dev.hexadmin.domain.models.ChangeNotices;
import dev.hexadmin.domain.models.ChangeNotices.Change;
import dev.hexadmin.domain.models.FieldType;
import dev.hexadmin.domain.models.JsonText;
import dev.hexadmin.domain.models.Model;
import dev.hexadmin.domain.models.ModelDefinition;
import dev.hexadmin.domain.notifications.Addressee;
import dev.hexadmin.domain.notifications.InboxNotification;
import dev.hexadmin.domain.notifications.Message;
import dev.hexadmin.domain.notifications.Recipient;
import dev.hexadmin.domain.records.Condition;
import dev.hexadmin.domain.records.RecordKey;
import dev.hexadmin.domain.records.StoredRecord;
import dev.hexadmin.domain.records.Version;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeNoticesTest {
    private static final Rights VIEWS =
            new Rights(false, List.of(new Grant("products", Set.of(Action.VIEW), Map.of(), Optional.empty())));
    private static final Rights VIEWS_NO_NAME = new Rights(
            false, List.of(new Grant("products", Set.of(Action.VIEW), Map.of("name", Set.of()), Optional.empty())));
    private static final Condition SOME = Condition.never(); // the records of the test decide which records it matches

    private boolean covered = true;

    private Post post(ChangeNotices notices) {
        Records records = (Records) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Records.class}, (proxy, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("matches");
                    return covered;
                });
        Post post = new Post(
                NotificationsSettings.usual(),
                records,
                ModelDefinition.builder("products")
                        .label("Product")
                        .display("{name}")
                        .field("id", FieldType.INTEGER, f -> f.primaryKey())
                        .field("name", FieldType.STRING)
                        .notices(notices)
                        .build());
        post.account(1, "root@example.com");
        post.account(2, "editor@example.com");
        post.account(3, "viewer@example.com");
        post.account(4, "nobody@example.com");
        post.memory.superusers.add(new UserId(1));
        post.memory.roles.put("Editors", Set.of(new UserId(2)));
        post.rights.put(new UserId(1), Rights.ALL);
        post.rights.put(new UserId(2), VIEWS);
        post.rights.put(new UserId(3), VIEWS);
        return post;
    }

    private static StoredRecord record(Post post) {
        Model products = post.registry.model("products").orElseThrow();
        return new StoredRecord(
                products, new RecordKey(List.of(12L)), Map.of("id", 12L, "name", "Blue \"chair\""), new Version("v"));
    }

    private static RecordChange change(Actor actor, Change kind, StoredRecord record) {
        Map<String, Object> known = Map.of("actor", actor, "kind", kind, "model", record.model(), "stored", record);
        return (RecordChange) Proxy.newProxyInstance(
                ChangeNoticesTest.class.getClassLoader(),
                new Class<?>[] {RecordChange.class},
                (proxy, method, arguments) -> Objects.requireNonNull(known.get(method.getName()), method.getName()));
    }

    private static List<InboxNotification> list(Post post, long user) {
        return post.assembly
                .reading()
                .list(Post.OPERATOR, new Addressee(Long.toString(user)), 10, Optional.empty(), false)
                .items();
    }

    private static void update(Post post, RecordHooks hooks, Actor actor) {
        post.memory.write(scope -> {
            hooks.afterUpdate(change(actor, Change.UPDATE, record(post)));
            return 0;
        });
    }

    @Test
    void no_user_is_notified_unless_the_model_says_so() {
        Post post = post(ChangeNotices.NONE);
        RecordHooks hooks = post.assembly.changeNotices().apply(RecordHooks.none());
        update(post, hooks, Post.OPERATOR);
        assertThat(post.memory.log()).isEmpty();
    }

    @Test
    void named_recipients_are_notified_of_the_named_changes_except_their_author() {
        Post post = post(new ChangeNotices(Set.of(Change.UPDATE, Change.DELETE), true, Set.of("Editors")));
        RecordHooks hooks = post.assembly.changeNotices().apply(RecordHooks.none());
        Actor editor = Post.user(2, VIEWS);
        post.memory.write(scope -> {
            hooks.afterCreate(change(editor, Change.CREATE, record(post)));
            hooks.afterUpdate(change(editor, Change.UPDATE, record(post)));
            hooks.onDelete(change(Post.OPERATOR, Change.DELETE, record(post)));
            hooks.afterDelete(change(Post.OPERATOR, Change.DELETE, record(post)));
            return 0;
        });
        assertThat(list(post, 1))
                .extracting(
                        item -> item.notification().title(),
                        item -> item.notification().body())
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("Product deleted", "Blue \"chair\""),
                        org.assertj.core.groups.Tuple.tuple("Product changed", "Blue \"chair\""));
        assertThat(list(post, 1).getFirst().notification().data())
                .contains(new JsonText("{\"model\":\"products\",\"id\":\"12\",\"change\":\"delete\"}"));
        assertThat(list(post, 2)).hasSize(1);
        assertThat(list(post, 3)).isEmpty();
    }

    @Test
    void only_users_who_may_view_the_record_are_notified() {
        Post post = post(new ChangeNotices(Set.of(Change.UPDATE), false, Set.of("Editors")));
        RecordHooks own = new RecordHooks() {
            @Override
            public Collection<UserId> recipients(RecordChange change) {
                return List.of(new UserId(3), new UserId(4), new UserId(99), new UserId(2));
            }
        };
        RecordHooks hooks = post.assembly.changeNotices().apply(own);
        update(post, hooks, Post.OPERATOR);
        assertThat(post.memory.log()).containsExactly("2 in_app sent", "3 in_app sent");
        post.policy = SOME;
        update(post, hooks, Post.OPERATOR);
        assertThat(post.memory.log()).hasSize(4);
        covered = false;
        update(post, hooks, Post.OPERATOR);
        assertThat(post.memory.log()).hasSize(4);
    }

    @Test
    void users_who_may_not_view_a_record_do_not_see_its_name() {
        Post post = post(new ChangeNotices(Set.of(Change.UPDATE), false, Set.of("Editors")));
        post.rights.put(new UserId(2), VIEWS_NO_NAME);
        update(post, post.assembly.changeNotices().apply(RecordHooks.none()), Post.OPERATOR);
        assertThat(list(post, 2)).extracting(item -> item.notification().body()).containsExactly("12");
    }

    @Test
    void who_does_not_want_it_is_skipped() {
        Post post = post(new ChangeNotices(Set.of(Change.UPDATE), true, Set.of("Editors")));
        post.assembly
                .reading()
                .setPreference(Post.OPERATOR, new Addressee("1"), "in_app", false, Optional.empty(), false);
        update(post, post.assembly.changeNotices().apply(RecordHooks.none()), Post.OPERATOR);
        assertThat(post.memory.log()).containsExactly("1 in_app skipped", "2 in_app sent");
    }

    @Test
    void what_came_for_a_user_goes_with_them() {
        Post post = post(ChangeNotices.NONE);
        post.assembly.sending().send(Post.OPERATOR, Recipient.of("2"), Message.of("t", "b"), Mode.WAIT);
        post.assembly.sending().send(Post.OPERATOR, Recipient.of("3"), Message.of("t", "b"), Mode.WAIT);
        post.assembly.reading().setPreference(Post.OPERATOR, new Addressee("2"), "sms", false, Optional.empty(), false);
        Model users = post.registry.model("admin_users").orElseThrow();
        post.memory.write(scope -> {
            post.assembly
                    .userHooks()
                    .afterDelete(change(
                            Post.OPERATOR,
                            Change.DELETE,
                            new StoredRecord(users, new RecordKey(List.of(2L)), Map.of(), new Version("v"))));
            return 0;
        });
        assertThat(list(post, 2)).isEmpty();
        assertThat(list(post, 3)).hasSize(1);
        assertThat(post.assembly.reading().preferences(Post.OPERATOR, new Addressee("2")))
                .allMatch(preference -> preference.enabled());
        Followed followed = new Followed();
        post.assembly.reading().follow(Post.OPERATOR, new Addressee("2"), OptionalLong.empty(), followed);
        assertThat(followed.told).containsExactly("ready 0 0");
    }
}
