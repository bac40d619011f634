package com.example.library;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;

@AdminModel(
        name = "books",
        display = "{title}",
        searchFields = {"title", "author"},
        listFilter = "shelf_id",
        ordering = "title",
        navGroup = "Library",
        navOrder = 20)
record Book(long id, @AdminField(maxLength = 200) String title, @AdminField(maxLength = 120) String author, Shelf shelf) {}
