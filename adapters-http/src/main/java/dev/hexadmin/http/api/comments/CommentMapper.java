package dev.hexadmin.http.api.comments;

import dev.hexadmin.application.comments.DiscussingRecords.Author;
import dev.hexadmin.application.comments.DiscussingRecords.Mentionable;
import dev.hexadmin.application.comments.DiscussingRecords.Posted;
import dev.hexadmin.http.api.comments.CommentResponse.CommentAuthorResponse;
import dev.hexadmin.http.api.comments.MentionsResponse.MentionResponse;
import dev.hexadmin.http.server.json.ResponseMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

@Mapper(config = ResponseMapping.class)
interface CommentMapper {
    @Mapping(target = "id", source = "comment.id")
    @Mapping(target = "parentId", expression = "java(posted.comment().parent().orElse(null))")
    @Mapping(target = "author", expression = "java(posted.author().map(this::author).orElse(null))")
    @Mapping(target = "text", expression = "java(posted.comment().deleted() ? null : posted.comment().text())")
    @Mapping(target = "createdAt", source = "comment.times.createdAt")
    @Mapping(target = "editedAt", expression = "java(posted.comment().times().editedAt().orElse(null))")
    @Mapping(target = "deletedAt", expression = "java(posted.comment().times().deletedAt().orElse(null))")
    CommentResponse comment(Posted posted);

    @Mapping(target = "id", source = "id.value")
    CommentAuthorResponse author(Author author);

    MentionResponse mention(Mentionable user);
}
