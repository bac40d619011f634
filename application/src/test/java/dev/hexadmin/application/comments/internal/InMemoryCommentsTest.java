package dev.hexadmin.application.comments.internal;

import dev.hexadmin.application.comments.port.Comments;
import dev.hexadmin.application.port.UnitOfWork;
import dev.hexadmin.testing.ports.CommentsContract;

class InMemoryCommentsTest extends CommentsContract {
    private final InMemoryComments comments = new InMemoryComments();

    @Override
    protected Comments comments() {
        return comments;
    }

    @Override
    protected UnitOfWork unitOfWork() {
        return comments.unitOfWork;
    }
}
